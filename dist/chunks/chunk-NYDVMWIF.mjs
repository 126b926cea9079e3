import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
function nap(milliseconds){Atomics.wait(new Int32Array(new SharedArrayBuffer(4)),0,0,milliseconds)}export{nap};
