import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{locateBlock,parseBlock,removeBlock,spliceBlock}from"./chunk-G3WLFG2L.mjs";import"./chunk-LPCIOE3B.mjs";import"./chunk-4RGIBCK7.mjs";import"./chunk-4OLUZW5X.mjs";import"./chunk-PLGI4CXG.mjs";export{locateBlock,parseBlock,removeBlock,spliceBlock};
