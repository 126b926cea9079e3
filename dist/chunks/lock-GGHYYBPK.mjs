import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{withLock}from"./chunk-2AVUMW4M.mjs";import"./chunk-RR37FOTO.mjs";import"./chunk-UMOINF46.mjs";import"./chunk-SCUR3APP.mjs";import"./chunk-U5GIA6QX.mjs";import"./chunk-CC4XBWCJ.mjs";import"./chunk-FAW7426K.mjs";export{withLock};
