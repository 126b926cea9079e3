import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{withLock}from"./chunk-IIVSYIAE.mjs";import"./chunk-YEAXGROX.mjs";import"./chunk-BPGTOVMV.mjs";import"./chunk-THSXQJTX.mjs";import"./chunk-Q4HR55JD.mjs";import"./chunk-QUTKIIOP.mjs";import"./chunk-GLJFHEBM.mjs";export{withLock};
