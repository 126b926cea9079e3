import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{appendLines,asRefusal,cannotWrite,replaceFile,resolveInside,sweep,writeHint}from"./chunk-VIFQ37NX.mjs";import"./chunk-EP2UB4G6.mjs";import"./chunk-PJCHCPDJ.mjs";import"./chunk-PLGI4CXG.mjs";export{appendLines,asRefusal,cannotWrite,replaceFile,resolveInside,sweep,writeHint};
