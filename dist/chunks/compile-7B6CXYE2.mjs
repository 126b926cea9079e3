import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{blockLine,compile,upToDate}from"./chunk-JVZRJT37.mjs";import"./chunk-JPTMS4SM.mjs";import"./chunk-ZI2EDHPB.mjs";import"./chunk-I5YXB3OK.mjs";import"./chunk-DWA6SFLS.mjs";import"./chunk-PJCHCPDJ.mjs";import"./chunk-PLGI4CXG.mjs";export{blockLine,compile,upToDate};
