import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{locateBlock,parseBlock,removeBlock,spliceBlock}from"./chunk-2JKZMS2Y.mjs";import"./chunk-BEWYR2CL.mjs";import"./chunk-E57BB2UA.mjs";import"./chunk-YQCAMWHY.mjs";import"./chunk-NMEQ2JRP.mjs";import"./chunk-3SAGVF6E.mjs";export{locateBlock,parseBlock,removeBlock,spliceBlock};
