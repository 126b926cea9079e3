import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{withLock}from"./chunk-IAHTNM4I.mjs";import"./chunk-2AAQFBZZ.mjs";import"./chunk-LXSCADM3.mjs";import"./chunk-YLDIICXO.mjs";import"./chunk-I6YZGNX4.mjs";import"./chunk-2GTTDUQX.mjs";import"./chunk-UE4WHPPM.mjs";export{withLock};
