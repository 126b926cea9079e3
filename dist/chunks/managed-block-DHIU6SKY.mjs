import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{locateBlock,removeBlock,spliceBlock}from"./chunk-CZ3RNXI5.mjs";import"./chunk-YP5YJKRD.mjs";import"./chunk-4CEBFHN7.mjs";import"./chunk-PLGI4CXG.mjs";export{locateBlock,removeBlock,spliceBlock};
