import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{fold,liveAmong,timeline}from"./chunk-UCNV66RA.mjs";import"./chunk-BKIZQXJ6.mjs";import"./chunk-D2HFAB7R.mjs";import"./chunk-KMWPK5J4.mjs";import"./chunk-3RW6DNM2.mjs";import"./chunk-YG6J6ENW.mjs";export{fold,liveAmong,timeline};
