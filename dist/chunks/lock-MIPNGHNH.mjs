import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;
import{withLock}from"./chunk-FHFDDQGO.mjs";import"./chunk-SN3ENNYZ.mjs";import"./chunk-7FE6BLTC.mjs";import"./chunk-Z3GU5JOU.mjs";import"./chunk-5RJYW3PS.mjs";export{withLock};
