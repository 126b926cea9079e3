import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{blockLine,compile,upToDate}from"./chunk-S7DVVCIR.mjs";import"./chunk-SC2O6KTC.mjs";import"./chunk-ZI2EDHPB.mjs";import"./chunk-I5YXB3OK.mjs";import"./chunk-DWA6SFLS.mjs";import"./chunk-PJCHCPDJ.mjs";import"./chunk-PLGI4CXG.mjs";export{blockLine,compile,upToDate};
