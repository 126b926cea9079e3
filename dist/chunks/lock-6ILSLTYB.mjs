import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{withLock}from"./chunk-CTCDX5Y6.mjs";import"./chunk-OANTEN6J.mjs";import"./chunk-7VEJXVGK.mjs";import"./chunk-GIGNVO3E.mjs";import"./chunk-CZUCYPYU.mjs";import"./chunk-BHWXR2VP.mjs";import"./chunk-CWOWMOJR.mjs";export{withLock};
