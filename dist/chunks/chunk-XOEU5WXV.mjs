import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
function nextReview(last,{review_interval_days:interval=14}){return new Date(Date.parse(last.slice(0,10))+interval*864e5).toISOString().slice(0,10)}function daysBetween(from,to){return Math.round((Date.parse(to)-Date.parse(from))/864e5)}export{nextReview,daysBetween};
