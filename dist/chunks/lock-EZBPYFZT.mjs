import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{withLock}from"./chunk-P7G7OMEU.mjs";import"./chunk-ZMHJNIEI.mjs";import"./chunk-KBAAKDDT.mjs";import"./chunk-5XDIVGZO.mjs";import"./chunk-AMYQ7GH2.mjs";import"./chunk-QSHUOYR5.mjs";import"./chunk-F2O3ORIN.mjs";export{withLock};
