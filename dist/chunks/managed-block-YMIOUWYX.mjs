import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{locateBlock,parseBlock,removeBlock,spliceBlock}from"./chunk-XHSXDOCP.mjs";import"./chunk-FL66FWCZ.mjs";import"./chunk-CLAJJ4LO.mjs";import"./chunk-XAGOMOXI.mjs";import"./chunk-CWGOWJER.mjs";import"./chunk-AEQG5UNP.mjs";export{locateBlock,parseBlock,removeBlock,spliceBlock};
