import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{originalFile,readCopy,restoreCopy,writeCopy}from"./chunk-4SMK5FRO.mjs";import"./chunk-SEKTV5KZ.mjs";import"./chunk-VAOEWUR7.mjs";import"./chunk-EP2UB4G6.mjs";import"./chunk-PJCHCPDJ.mjs";import"./chunk-PLGI4CXG.mjs";export{originalFile,readCopy,restoreCopy,writeCopy};
