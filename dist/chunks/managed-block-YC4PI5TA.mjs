import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{locateBlock,parseBlock,removeBlock,spliceBlock}from"./chunk-ATEVE2VW.mjs";import"./chunk-GB7BTWH2.mjs";import"./chunk-D2HFAB7R.mjs";import"./chunk-KMWPK5J4.mjs";import"./chunk-3RW6DNM2.mjs";import"./chunk-YG6J6ENW.mjs";export{locateBlock,parseBlock,removeBlock,spliceBlock};
