import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{locateBlock,parseBlock,removeBlock,spliceBlock}from"./chunk-UXODQJOL.mjs";import"./chunk-Y5CTJ6TK.mjs";import"./chunk-4RGIBCK7.mjs";import"./chunk-W475DNWP.mjs";import"./chunk-PLGI4CXG.mjs";export{locateBlock,parseBlock,removeBlock,spliceBlock};
