import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{locateBlock,parseBlock,removeBlock,spliceBlock}from"./chunk-ILEWIL7P.mjs";import"./chunk-SUFYIC2X.mjs";import"./chunk-4RGIBCK7.mjs";import"./chunk-TOTAHYI5.mjs";import"./chunk-PLGI4CXG.mjs";export{locateBlock,parseBlock,removeBlock,spliceBlock};
