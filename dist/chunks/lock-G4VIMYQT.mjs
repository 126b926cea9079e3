import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{withLock}from"./chunk-N3G22IXM.mjs";import"./chunk-MICLGEFD.mjs";import"./chunk-QZUFGXHO.mjs";import"./chunk-RALTKEOH.mjs";import"./chunk-XJMAOMZD.mjs";import"./chunk-CQZCBADY.mjs";import"./chunk-UUBSOADO.mjs";export{withLock};
