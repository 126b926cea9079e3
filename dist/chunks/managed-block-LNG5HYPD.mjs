import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{locateBlock,parseBlock,removeBlock,spliceBlock}from"./chunk-52EF6COA.mjs";import"./chunk-VWQCBS44.mjs";import"./chunk-4RGIBCK7.mjs";import"./chunk-D77Q7DSR.mjs";import"./chunk-PLGI4CXG.mjs";export{locateBlock,parseBlock,removeBlock,spliceBlock};
