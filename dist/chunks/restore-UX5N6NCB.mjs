import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{originalFile,readCopy,restoreCopy,writeCopy}from"./chunk-MGL7M5AZ.mjs";import"./chunk-SEKTV5KZ.mjs";import"./chunk-OKNPZGH5.mjs";import"./chunk-PJCHCPDJ.mjs";import"./chunk-PLGI4CXG.mjs";export{originalFile,readCopy,restoreCopy,writeCopy};
