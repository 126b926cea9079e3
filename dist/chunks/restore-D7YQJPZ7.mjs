import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{originalFile,readCopy,restoreCopy,writeCopy}from"./chunk-QVXQX5LI.mjs";import"./chunk-5XSUY5QV.mjs";import"./chunk-DWA6SFLS.mjs";import"./chunk-PJCHCPDJ.mjs";import"./chunk-PLGI4CXG.mjs";export{originalFile,readCopy,restoreCopy,writeCopy};
