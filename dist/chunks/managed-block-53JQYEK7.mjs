import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{locateBlock,parseBlock,removeBlock,spliceBlock}from"./chunk-D3TFYQKB.mjs";import"./chunk-INBM5G6E.mjs";import"./chunk-4RGIBCK7.mjs";import"./chunk-DNG7VBF7.mjs";import"./chunk-7QEED77N.mjs";import"./chunk-PLGI4CXG.mjs";export{locateBlock,parseBlock,removeBlock,spliceBlock};
