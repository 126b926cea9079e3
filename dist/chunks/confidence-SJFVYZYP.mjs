import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{fold,liveAmong,timeline}from"./chunk-HW5KMFXK.mjs";import"./chunk-CQ22O7Q3.mjs";import"./chunk-DULMU4IM.mjs";import"./chunk-JAR2EROV.mjs";import"./chunk-X325EJ5W.mjs";import"./chunk-JTSWVONS.mjs";export{fold,liveAmong,timeline};
