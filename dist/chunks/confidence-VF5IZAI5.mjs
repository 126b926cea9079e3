import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{fold,liveAmong,timeline}from"./chunk-W4UXBUUS.mjs";import"./chunk-L25IS4UV.mjs";import"./chunk-3M2I6CI5.mjs";import"./chunk-N45SH3UQ.mjs";import"./chunk-CBF7JXNG.mjs";import"./chunk-GLJFHEBM.mjs";export{fold,liveAmong,timeline};
