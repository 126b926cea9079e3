import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{locateBlock,parseBlock,removeBlock,spliceBlock}from"./chunk-NVO7U6KH.mjs";import"./chunk-BTE7LNPQ.mjs";import"./chunk-BP7NOBW3.mjs";import"./chunk-OZ5KMBIR.mjs";import"./chunk-2EM24CXO.mjs";import"./chunk-KHG5XVDQ.mjs";export{locateBlock,parseBlock,removeBlock,spliceBlock};
