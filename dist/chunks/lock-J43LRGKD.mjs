import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{withLock}from"./chunk-OFGGJ5KM.mjs";import"./chunk-DV5EPEXL.mjs";import"./chunk-YBADVE33.mjs";import"./chunk-NYDVMWIF.mjs";import"./chunk-EP2UB4G6.mjs";import"./chunk-YKMDLXWG.mjs";import"./chunk-PLGI4CXG.mjs";export{withLock};
