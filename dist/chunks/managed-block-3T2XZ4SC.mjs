import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{locateBlock,removeBlock,spliceBlock}from"./chunk-ERKD4VRV.mjs";import"./chunk-EAW4CLRK.mjs";import"./chunk-7KHAKOB7.mjs";import"./chunk-PLGI4CXG.mjs";export{locateBlock,removeBlock,spliceBlock};
