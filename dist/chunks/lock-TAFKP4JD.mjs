import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{withLock}from"./chunk-35ODCA25.mjs";import"./chunk-YMJDQZY3.mjs";import"./chunk-FCQFI2VU.mjs";import"./chunk-ERBRCSPY.mjs";import"./chunk-UD6DCWUN.mjs";import"./chunk-AXEUZNNX.mjs";import"./chunk-6ODV6SCH.mjs";export{withLock};
