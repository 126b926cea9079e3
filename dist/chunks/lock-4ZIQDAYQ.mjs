import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{withLock}from"./chunk-XRE67DEZ.mjs";import"./chunk-YLKFR3C6.mjs";import"./chunk-6FEYNQEE.mjs";import"./chunk-6QW6BFML.mjs";import"./chunk-G2TRMXUY.mjs";import"./chunk-2EICQ7ZH.mjs";import"./chunk-USVNTHDP.mjs";export{withLock};
