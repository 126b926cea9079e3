import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{blockLine,compile,upToDate}from"./chunk-3R3EL3QZ.mjs";import"./chunk-NJ5LE447.mjs";import"./chunk-UCCVVTZ6.mjs";import"./chunk-I5YXB3OK.mjs";import"./chunk-OPKKBDXX.mjs";import"./chunk-PJCHCPDJ.mjs";import"./chunk-PLGI4CXG.mjs";export{blockLine,compile,upToDate};
