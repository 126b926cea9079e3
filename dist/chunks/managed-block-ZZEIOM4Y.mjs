import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{locateBlock,parseBlock,removeBlock,spliceBlock}from"./chunk-HULOHAUJ.mjs";import"./chunk-2JQGACO7.mjs";import"./chunk-4RGIBCK7.mjs";import"./chunk-6HRALJ7U.mjs";import"./chunk-Y72BJI63.mjs";import"./chunk-PLGI4CXG.mjs";export{locateBlock,parseBlock,removeBlock,spliceBlock};
