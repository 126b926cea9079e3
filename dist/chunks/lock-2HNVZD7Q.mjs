import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{withLock}from"./chunk-PBNFNFGE.mjs";import"./chunk-DV5EPEXL.mjs";import"./chunk-X2NZCWZK.mjs";import"./chunk-EP2UB4G6.mjs";import"./chunk-PJCHCPDJ.mjs";import"./chunk-PLGI4CXG.mjs";export{withLock};
