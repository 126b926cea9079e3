import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{blockLine,compile,upToDate}from"./chunk-EI6Q2ZZF.mjs";import"./chunk-UKIUIWQP.mjs";import"./chunk-QB5GXSY3.mjs";import"./chunk-I5YXB3OK.mjs";import"./chunk-PYZXBQMW.mjs";import"./chunk-PJCHCPDJ.mjs";import"./chunk-PLGI4CXG.mjs";export{blockLine,compile,upToDate};
