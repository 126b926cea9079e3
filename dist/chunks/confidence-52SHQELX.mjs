import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{fold,liveAmong,timeline}from"./chunk-LT4B4QFZ.mjs";import"./chunk-WLCHR4ZW.mjs";import"./chunk-CLAJJ4LO.mjs";import"./chunk-XAGOMOXI.mjs";import"./chunk-CWGOWJER.mjs";import"./chunk-AEQG5UNP.mjs";export{fold,liveAmong,timeline};
