import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{fold,liveAmong,timeline}from"./chunk-YXT654OT.mjs";import"./chunk-CJBSOOUO.mjs";import"./chunk-BP7NOBW3.mjs";import"./chunk-OZ5KMBIR.mjs";import"./chunk-2EM24CXO.mjs";import"./chunk-KHG5XVDQ.mjs";export{fold,liveAmong,timeline};
