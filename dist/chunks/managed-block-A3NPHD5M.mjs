import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{locateBlock,parseBlock,removeBlock,spliceBlock}from"./chunk-WDAIDIBK.mjs";import"./chunk-RCHP6EZJ.mjs";import"./chunk-4RGIBCK7.mjs";import"./chunk-W26ZUWRB.mjs";import"./chunk-PLGI4CXG.mjs";export{locateBlock,parseBlock,removeBlock,spliceBlock};
