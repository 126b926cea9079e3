import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{locateBlock,parseBlock,removeBlock,spliceBlock}from"./chunk-NAXCW7NZ.mjs";import"./chunk-346B7V72.mjs";import"./chunk-4RGIBCK7.mjs";import"./chunk-6XIMWWLN.mjs";import"./chunk-UJDM4SDS.mjs";import"./chunk-PLGI4CXG.mjs";export{locateBlock,parseBlock,removeBlock,spliceBlock};
