import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{locateBlock,parseBlock,removeBlock,spliceBlock}from"./chunk-H5BDLTQ3.mjs";import"./chunk-DLUXXKN2.mjs";import"./chunk-4RGIBCK7.mjs";import"./chunk-6L7UNVZQ.mjs";import"./chunk-PLGI4CXG.mjs";export{locateBlock,parseBlock,removeBlock,spliceBlock};
