import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{locateBlock,parseBlock,removeBlock,spliceBlock}from"./chunk-RVT3BHQK.mjs";import"./chunk-KA34U44G.mjs";import"./chunk-Z6QA6CAO.mjs";import"./chunk-WJPHELK2.mjs";import"./chunk-F3ROI2U2.mjs";import"./chunk-PLGI4CXG.mjs";export{locateBlock,parseBlock,removeBlock,spliceBlock};
