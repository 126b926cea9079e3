import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
var databaseFiles={node:"recall.db",wasm:"recall-wasm.db"};export{databaseFiles};
