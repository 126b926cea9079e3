import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{locateBlock,parseBlock,removeBlock,spliceBlock}from"./chunk-3VSWERFD.mjs";import"./chunk-6B54SRTG.mjs";import"./chunk-4RGIBCK7.mjs";import"./chunk-VM4HSXH7.mjs";import"./chunk-PLGI4CXG.mjs";export{locateBlock,parseBlock,removeBlock,spliceBlock};
