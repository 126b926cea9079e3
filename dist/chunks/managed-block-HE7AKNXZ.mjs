import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{locateBlock,parseBlock,removeBlock,spliceBlock}from"./chunk-WJGBW3XL.mjs";import"./chunk-NXPLNBDU.mjs";import"./chunk-4RGIBCK7.mjs";import"./chunk-D77Q7DSR.mjs";import"./chunk-PLGI4CXG.mjs";export{locateBlock,parseBlock,removeBlock,spliceBlock};
