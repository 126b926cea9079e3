import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{locateBlock,parseBlock,removeBlock,spliceBlock}from"./chunk-ZYITKA2E.mjs";import"./chunk-SWYSB4O7.mjs";import"./chunk-4RGIBCK7.mjs";import"./chunk-SXT3A5TC.mjs";import"./chunk-PLGI4CXG.mjs";export{locateBlock,parseBlock,removeBlock,spliceBlock};
