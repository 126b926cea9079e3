import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{blockLine,compile,upToDate}from"./chunk-DXCGQDSC.mjs";import"./chunk-FP3EE7EA.mjs";import"./chunk-ZI2EDHPB.mjs";import"./chunk-I5YXB3OK.mjs";import"./chunk-DWA6SFLS.mjs";import"./chunk-PJCHCPDJ.mjs";import"./chunk-PLGI4CXG.mjs";export{blockLine,compile,upToDate};
