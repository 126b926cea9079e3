import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{withLock}from"./chunk-O4XEUXCR.mjs";import"./chunk-7BW2NGJX.mjs";import"./chunk-KMSY63AZ.mjs";import"./chunk-AHKHLFAY.mjs";import"./chunk-LYOHC5G3.mjs";import"./chunk-LA46QVDF.mjs";import"./chunk-YG6J6ENW.mjs";export{withLock};
