import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{locateBlock,parseBlock,removeBlock,spliceBlock}from"./chunk-7RMSHWF6.mjs";import"./chunk-5AX4G4OS.mjs";import"./chunk-7IYBE4VG.mjs";import"./chunk-UG6ORY23.mjs";import"./chunk-7PBL3VBG.mjs";import"./chunk-YNFDMR3O.mjs";export{locateBlock,parseBlock,removeBlock,spliceBlock};
