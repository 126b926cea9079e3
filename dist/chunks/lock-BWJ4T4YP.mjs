import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;
import{withLock}from"./chunk-HM4S3ZVB.mjs";import"./chunk-TNBQHHN3.mjs";import"./chunk-TAMPHSZQ.mjs";import"./chunk-TI7UNTTW.mjs";import"./chunk-TH2FQLPS.mjs";export{withLock};
