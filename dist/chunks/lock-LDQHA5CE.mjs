import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;
import{tryLock,withLock}from"./chunk-PSDUCOEK.mjs";import"./chunk-IKQKKUZO.mjs";import"./chunk-ZJQB557G.mjs";import"./chunk-RS3FBP6L.mjs";import"./chunk-FFPZEJZB.mjs";import"./chunk-LOZJP4W2.mjs";export{tryLock,withLock};
