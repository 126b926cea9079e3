import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{locateBlock,parseBlock,removeBlock,spliceBlock}from"./chunk-UFFHNQRK.mjs";import"./chunk-W7JLUWF7.mjs";import"./chunk-4RGIBCK7.mjs";import"./chunk-WJPHELK2.mjs";import"./chunk-F3ROI2U2.mjs";import"./chunk-PLGI4CXG.mjs";export{locateBlock,parseBlock,removeBlock,spliceBlock};
