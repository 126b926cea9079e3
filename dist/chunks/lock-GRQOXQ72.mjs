import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{withLock}from"./chunk-7SRF4DJM.mjs";import"./chunk-PYZXBQMW.mjs";import"./chunk-PJCHCPDJ.mjs";import"./chunk-PLGI4CXG.mjs";export{withLock};
