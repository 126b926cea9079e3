import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{withLock}from"./chunk-AKMWFG6X.mjs";import"./chunk-GQB3FISU.mjs";import"./chunk-SNUE7NNS.mjs";import"./chunk-O7C4PX6I.mjs";import"./chunk-WPU4N3PF.mjs";import"./chunk-7G6E6FXT.mjs";import"./chunk-FUI26AMF.mjs";export{withLock};
