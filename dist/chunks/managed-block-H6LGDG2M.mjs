import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{locateBlock,parseBlock,removeBlock,spliceBlock}from"./chunk-7G3VNP7X.mjs";import"./chunk-IQG52BQN.mjs";import"./chunk-Z6QA6CAO.mjs";import"./chunk-KIZSKMN2.mjs";import"./chunk-F3ROI2U2.mjs";import"./chunk-PLGI4CXG.mjs";export{locateBlock,parseBlock,removeBlock,spliceBlock};
