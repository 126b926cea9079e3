import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{locateBlock,parseBlock,removeBlock,spliceBlock}from"./chunk-XG5UIVL3.mjs";import"./chunk-CBTYUSK7.mjs";import"./chunk-N6QD2QFZ.mjs";import"./chunk-WJPHELK2.mjs";import"./chunk-F3ROI2U2.mjs";import"./chunk-PLGI4CXG.mjs";export{locateBlock,parseBlock,removeBlock,spliceBlock};
